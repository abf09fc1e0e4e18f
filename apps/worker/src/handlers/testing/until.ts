/** Waits for something to come about. @throws Error when it has not after `milliseconds` */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 10_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      throw new Error('It has not come about');
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
