//! What a person can send besides keys: pastes, the mouse, and a window of another size.

use crate::{
    bakery::{self, save},
    seat::Seat,
};

const PASTE: &str = "icing \x1b]0;owned\x07\x1b[2J for\r\na \u{202e}cake";

#[test]
fn a_paste_is_text_whatever_is_in_it() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    sitting.press("/").paste(PASTE).wait_for("icing ").press("<esc>");
    sitting.press("a").paste(PASTE).wait_for("icing ").press("<esc>");
    // Neither the line end nor a letter of it was taken for a key.
    sitting.wait_for("how good? 1.000").press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
    let bytes = String::from_utf8_lossy(&sitting.bytes()).into_owned();
    for raw in ["\x1b]0;", "\x07", "\u{202e}"] {
        assert!(!bytes.contains(raw), "{raw:?} was sent to the terminal");
    }
}

#[test]
fn the_mouse_selects_scrolls_and_changes_the_view() {
    let seat = Seat::at(140, 24);
    for number in 0..40 {
        // Nothing that a rule would find, whose count would stand before the name.
        let description =
            format!("Bakes tart {number} to order. Use when tart {number} is wanted.");
        save(&seat.home().join("skills"), &format!("tart-{number:02}"), &description);
    }
    let mut sitting = seat.start(&["skills"]);
    sitting.wait_for("40 resident").wait_for("generation 1");
    // The list says once, above, what all names begin with.
    sitting.click("     05 ").wait_for("tart-05/SKILL.md");
    sitting.wheel_down("     06 ", 40).wait_for("     39 ");
    sitting.click("     39 ").wait_for("tart-39/SKILL.md");
    sitting.click("3 Confusion").wait_for("─ Matrix");
    sitting.click("1 Neighborhood").wait_for("tart-39/SKILL.md");
    sitting.press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn any_size_is_borne_and_a_large_one_shows_everything_again() {
    let mut sitting = bakery::open(Seat::at(140, 40));
    for (columns, rows) in [(40, 10), (1, 1), (300, 2), (2, 60), (80, 24)] {
        sitting.resize(columns, rows);
        for view in ["2", "3", "4", "1"] {
            sitting.press(view);
        }
    }
    sitting.resize(40, 10).wait_for("bread").resize(140, 40);
    sitting.wait_for("─ Detail ─").wait_for("how good? 1.000").press("q").exit();
    sitting.assert_left_clean();
}
