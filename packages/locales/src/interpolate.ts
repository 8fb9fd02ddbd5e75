/** Replaces `{{name}}` with values, as i18next does; throws if a value is missing. */
export function interpolate(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {{${name}}} in: ${sentence}`);
    return String(value);
  });
}
