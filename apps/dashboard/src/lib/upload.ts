/** Uploads of documents: in parts, each small enough for a slow connection (spec/identity#documents). */
import { wireLanguage } from "@turnpike/ui/lib/language.ts";
import i18next from "i18next";
import { api, type CallResult } from "./call.ts";
import { sessionToken } from "./session.ts";
import { sendChange } from "./use-command.ts";

/** Sends one part. @throws Error with a sentence for the reader */
async function sendPart(id: string, number: number, part: Blob): Promise<void> {
  const lang = wireLanguage(i18next.language);
  const query = new URLSearchParams({ document: id, number: String(number), lang });
  const answer = await fetch(`${api.origin}/v1/identityPart?${query}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "x-session": sessionToken() },
    body: part,
  });
  if (answer.ok) return;
  const said = (await answer.json().catch(() => null)) as { msg?: string } | null;
  throw new Error(said?.msg ?? answer.statusText);
}

/** Uploads a file; `progress` is told the share that has arrived, from 0 to 1. */
export async function uploadDocument(
  file: File,
  progress: (share: number) => void,
): Promise<CallResult<"identityUploaded">> {
  const { id, partBytes } = await sendChange("identityUpload", { bytes: file.size });
  const parts = Math.ceil(file.size / partBytes);
  for (let number = 0; number < parts; number++) {
    await sendPart(id, number, file.slice(number * partBytes, (number + 1) * partBytes));
    progress((number + 1) / parts);
  }
  return sendChange("identityUploaded", { id });
}
