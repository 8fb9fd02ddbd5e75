/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the translation catalogues are served (`packages/ui/build-steps/words.ts`). */
  readonly WORDS: string;
}
