/** Whether the file is another one by now, as browsers say it. */
function hasChanged(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotReadableError';
}

/** @throws Error in words, if the file was changed after it was chosen */
export async function bytesOf(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    throw hasChanged(error)
      ? new Error('The file has changed since you chose it. Choose it again.', { cause: error })
      : error;
  }
}

/** What is sent is what was read: if the file says something else by now, whoever reviewed it has to know. One that was moved does not matter. */
export async function assertUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    if (hasChanged(error)) {
      throw new Error('The file has changed since it was read. Choose it again to import what it says now.', {
        cause: error,
      });
    }
  }
}
