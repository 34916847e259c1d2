//! Build script: the commit, for `--version` and reports.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=.git/HEAD");
    println!("cargo::rerun-if-changed=.git/refs/heads");
    println!("cargo::rerun-if-changed=src");
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).filter(|c| !c.is_empty());
    let changed = git(&["status", "--porcelain", "--untracked-files=no"]);
    let mark = if changed.is_some_and(|c| !c.is_empty()) {
        "+"
    } else {
        ""
    };
    let commit = commit.unwrap_or_else(|| "unknown commit".to_string());
    println!("cargo::rustc-env=COTILLION_COMMIT={commit}{mark}");
}
