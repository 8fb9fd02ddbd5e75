/** Makes a call with JSON fields; a stream counts as done once it begins. */
export async function callOnce(url: string, fields: object) {
  const ending = new AbortController();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    signal: ending.signal,
  });
  type Answered = { code: number; data: { reason?: string; scope?: string | null } };
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (!isStream) return (await answer.json()) as Answered;
  ending.abort();
  return { code: 0, data: {} } as Answered;
}
