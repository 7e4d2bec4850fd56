//! The thin binary: everything lives in the library.

fn main() -> std::process::ExitCode {
    skillscope::cli::main()
}
