// A limit for what may hang.

/** Answers as `work` does, or with `late` where that takes longer than so many milliseconds. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(late), milliseconds)));
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
  }
}
