/**
 * Asks for the second factor again where a call needs it to be fresh (spec/console#fresh-proof). The
 * shell shows the question; what was called goes on after it.
 */

let ask: ((answered: (proved: boolean) => void) => void) | null = null;
let asked: Promise<boolean> | null = null;

/** The shell's dialog takes the questions; returns what ends that. */
export function answerProofs(how: NonNullable<typeof ask>): () => void {
  ask = how;
  return () => {
    ask = null;
  };
}

/** Whether the person has proved the second factor again; calls that ask at once share a question. */
export function askForProof(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  const opened = ask;
  asked ??= new Promise<boolean>((resolve) => opened(resolve)).finally(() => {
    asked = null;
  });
  return asked;
}
