/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the catalogues of words lie (`packages/ui/build-steps/words.ts`). */
  readonly WORDS: string;
}
