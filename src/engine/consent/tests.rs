use super::*;

fn book() -> (tempfile::TempDir, Book) {
    let home = tempfile::tempdir().expect("a folder");
    let at = |name: &str| home.path().join(name);
    let places = Places { config: at("config"), state: at("state"), cache: at("cache") };
    let book = Book::of(&places);
    (home, book)
}

#[test]
fn consent_is_for_one_agent_on_one_catalog_as_it_was_shown() {
    let (home, book) = book();
    let [skills, others] = ["skills", "others"].map(|name| home.path().join(name));
    fs::create_dir_all(&skills).expect("made");
    let agreed = Entry::of_agent("pi", std::slice::from_ref(&skills), "pi --model m-1");
    assert!(!book.holds(&agreed));
    book.remember(agreed.clone()).expect("written");
    assert!(book.holds(&agreed));
    for other in [
        Entry::of_agent("pi", std::slice::from_ref(&skills), "pi --model m-2"),
        Entry::of_agent("qwen", std::slice::from_ref(&skills), "pi --model m-1"),
        Entry::of_agent("pi", std::slice::from_ref(&others), "pi --model m-1"),
        Entry::of_agent("pi", &[skills.clone(), others.clone()], "pi --model m-1"),
        Entry::of_project(&skills, "pi --model m-1"),
    ] {
        assert!(!book.holds(&other), "{other}");
    }
    let anew = Entry::of_agent("pi", std::slice::from_ref(&skills), "pi --model m-2");
    book.remember(anew.clone()).expect("written");
    assert!(book.holds(&anew) && !book.holds(&agreed));
    assert_eq!(book.entries().expect("readable").len(), 1);
    assert_eq!(book.forget(|entry| entry.lies_in(home.path())).expect("written"), 1);
    assert!(!book.holds(&anew));
}

#[cfg(unix)]
#[test]
fn a_link_borrows_no_consent_and_needs_none_of_its_own() {
    let (home, book) = book();
    let [one, two, link] = ["one", "two", "link"].map(|name| home.path().join(name));
    fs::create_dir_all(&one).expect("made");
    fs::create_dir_all(&two).expect("made");
    std::os::unix::fs::symlink(&one, &link).expect("linked");
    let by = |path: &PathBuf| Entry::of_agent("pi", std::slice::from_ref(path), "pi");
    book.remember(by(&link)).expect("written");
    assert!(book.holds(&by(&one)));
    fs::remove_file(&link).expect("gone");
    std::os::unix::fs::symlink(&two, &link).expect("linked");
    assert!(!book.holds(&by(&link)));
}

#[test]
fn a_file_that_cannot_be_read_agrees_to_nothing_and_is_not_written_over() {
    let (home, book) = book();
    let entry = Entry::of_project(&home.path().join("skillscope.toml"), "x");
    fs::create_dir_all(book.path().parent().expect("a folder")).expect("made");
    for text in ["{", "{\"schema\": \"skillscope.consent/9\", \"entries\": []}", "[]"] {
        fs::write(book.path(), text).expect("written");
        assert!(!book.holds(&entry));
        let told = book.remember(entry.clone()).expect_err("it is foreign").to_string();
        assert!(told.contains("consent.json") && told.contains("delete it"), "{told}");
        assert_eq!(fs::read_to_string(book.path()).expect("there"), text);
    }
}
