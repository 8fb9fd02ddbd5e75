/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The URL of the translation files (`build-steps/words.ts`). */
  readonly WORDS: string;
}
