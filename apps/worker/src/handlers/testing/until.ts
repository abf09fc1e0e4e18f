/** Waits for something to come about. @throws Error when it has not after a minute */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      throw new Error('It has not come about');
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
