/** Without letters and digits that look alike, since people read these aloud. */
const letters = "abcdefghjkmnpqrstuvwxyz";
const signs = "abcdefghjkmnpqrstuvwxyz23456789";
const NAME_LENGTH = 8;
const PASSWORD_LENGTH = 12;

function pick(alphabet: string, length: number): string {
  // Discards bytes above the last multiple of the alphabet's length, to avoid modulo bias.
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** A user name for the gateway; begins with a letter, so it cannot be taken for a number. */
export const randomName = (): string => pick(letters, 1) + pick(signs, NAME_LENGTH - 1);
/** A password for the gateway, with about 59 bits of entropy. */
export const randomPassword = (): string => pick(signs, PASSWORD_LENGTH);
