fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    std::thread::spawn(move || print!("{}", line)).join().unwrap();
}
