public class Main {
    public static void main(String[] args) throws Exception {
        String line = new java.util.Scanner(System.in).nextLine();
        Thread thread = new Thread(() -> System.out.println(line));
        thread.start();
        thread.join();
    }
}
