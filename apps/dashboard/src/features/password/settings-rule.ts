/** The parts of `isSettingsPassword` (spec/sign-in#credentials); a test checks that they agree. */
export const settingsRule = {
  length: (password: string) => password.length >= 8 && password.length <= 20,
  lower: (password: string) => /[a-z]/.test(password),
  upper: (password: string) => /[A-Z]/.test(password),
  digit: (password: string) => /[0-9]/.test(password),
  symbol: (password: string) => /[^0-9a-zA-Z]/.test(password),
  signs: (password: string) => /^[\x21-\x7e]*$/.test(password),
};
export type SettingsRulePart = keyof typeof settingsRule;
export const settingsRuleParts = Object.keys(settingsRule) as SettingsRulePart[];
