//! Starts your AI.  You need not change it: your ideas go into ai.rs.

mod ai;
mod client;
mod constants;
mod definition;
mod draw;
mod json;
mod knowledge;
mod protocol;
mod station;
mod values;

use std::fs::File;
use std::io::{stderr, stdout, Error};
use std::os::unix::io::{AsFd, AsRawFd};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

use client::Client;
use protocol::{Connection, Hangup};

extern "C" {
    fn dup2(from: i32, to: i32) -> i32;
}

/// Standard output, which belongs to the protocol.  All that you print goes to your log instead.
fn claimed_output() -> Result<File, Error> {
    let sink = stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: both descriptors are open.
    match unsafe { dup2(stderr().as_raw_fd(), stdout().as_raw_fd()) } {
        -1 => Err(Error::last_os_error()),
        _ => Ok(File::from(sink)),
    }
}

fn main() -> Result<(), Error> {
    let mut client = Client::new(Connection::new(claimed_output()?));
    let mut bot = ai::Ai::default();
    let played = catch_unwind(AssertUnwindSafe(|| -> () { client.run(&mut bot) }));
    if let Err(reason) = played {
        if !reason.is::<Hangup>() {
            resume_unwind(reason);
        }
        eprintln!("the end"); // every game ends like this
    }
    Ok(())
}
