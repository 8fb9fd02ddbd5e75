/** Records the files that the browser is asked to save. */
export function savedFiles(): Blob[] {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => {};
  // jsdom does not follow links.
  HTMLAnchorElement.prototype.click = () => {};
  return saved;
}
