//! A proof of an answer, checked without trusting the search that found it.
//!
//! `cargo run --example certificate`

use grundy::budget::Budget;
use grundy::game::NoFiles;
use grundy::solve::{Certificate, Settings, check, prove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let read = |text: &str| grundy::games::parse(text, &NoFiles);
    let position = read("chomp:petersen")?;
    let certificate = prove(&position, &Settings::default())?;
    let text = certificate.to_string();
    println!("{} bytes, {} claims", text.len(), certificate.size());
    let read_again = Certificate::read(&text)?;
    check(&read_again, &|text| read(text).map_err(|error| error.to_string()), &Budget::unlimited())?;
    println!("proved: {}", read_again.statement());
    Ok(())
}
