import threading

line = input()
thread = threading.Thread(target=print, args=(line,))
thread.start()
thread.join()
