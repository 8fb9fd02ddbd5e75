/** What the browser was given to save. */
export function savedFiles(): Blob[] {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => {};
  // jsdom follows no links.
  HTMLAnchorElement.prototype.click = () => {};
  return saved;
}
