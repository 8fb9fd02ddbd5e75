/** The worker that solves ALTCHA's challenges, with the browser's own cryptography. */
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

self.addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => self.postMessage({ solution }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
