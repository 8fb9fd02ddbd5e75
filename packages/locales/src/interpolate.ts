/** Puts values into a sentence: `{{name}}`, as i18next writes it. An unknown name is a fault. */
export function interpolate(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}} in: ${sentence}`);
    return String(value);
  });
}
