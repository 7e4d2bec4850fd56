//! Every probe of a harness again, where there is no network but the loopback: what passes there has
//! asked nobody else.

use std::process::Command;

/// Runs `script` in a network of its own; its arguments are `$@`.
fn alone(script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--net", "--", "sh", "-c", script, "sh"]);
    command
}

/// Why that cannot be had on this machine.
fn refused() -> Option<String> {
    let tried = match alone("ip link set lo up && tail -n +2 /proc/net/route").output() {
        Ok(tried) => tried,
        Err(error) => return Some(format!("unshare: {error}")),
    };
    if !tried.status.success() {
        return Some(String::from_utf8_lossy(&tried.stderr).trim().to_owned());
    }
    let routes = String::from_utf8_lossy(&tried.stdout);
    assert!(routes.trim().is_empty(), "there is a way out: {routes}");
    None
}

#[test]
fn probes_pass_with_the_loopback_alone() {
    if let Some(why) = refused() {
        println!("skipped: no network namespace can be made here: {why}");
        return;
    }
    let this = std::env::current_exe().expect("this binary");
    let tests = ["harness::probes::routes::", "harness::probes::wiring::sees_all::"];
    let ran = alone(r#"ip link set lo up && exec "$@""#)
        .arg(this)
        .args(tests)
        .args(["--nocapture", "--test-threads", "2"])
        .output()
        .expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out} {err}");
    assert!(out.contains("14 passed"), "all of them are there: {out}");
    for line in out.lines().filter(|line| line.contains("ran: ")) {
        println!("alone with the loopback, {line}");
    }
}
