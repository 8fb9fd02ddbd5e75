/** Requests a web page can send to an address of this machine, as scripts to run in the page. */
export const form = "application/x-www-form-urlencoded";
/** A request by a page that reads the response if it can. */
export const fetchScript = (url: string, init: object) =>
  `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})` +
  `.then((answer) => answer.text(), (error) => "blocked: " + error.message)`;
export const json = { "content-type": "application/json" };
export const postInit = (mode: string, headers: object, body: string) => ({
  method: "POST",
  mode,
  headers,
  body,
});
/** Runs the script in a frame with an opaque origin, and passes on its result. */
export const frameScript = (attribute: string, script: string) => `new Promise((resolve) => {
  addEventListener("message", ({ data }) => resolve(data));
  const frame = document.createElement("iframe");
  const html = ${JSON.stringify(`<script>${script}.then((said) => parent.postMessage(said, "*"))</script>`)};
  ${attribute}
  document.body.append(frame);
})`;
/** Submits a form into a frame, like a click does. */
export const submitScript = (action: string, fields: string) => `new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.name = "into";
  const form = document.createElement("form");
  form.method = "POST";
  form.action = ${JSON.stringify(action)};
  form.target = "into";
  for (const [name, value] of new URLSearchParams(${JSON.stringify(fields)})) {
    const field = document.createElement("input");
    Object.assign(field, { name, value, type: "hidden" });
    form.append(field);
  }
  document.body.append(frame, form);
  form.submit();
  // A frame's own empty page loads too: its event does not tell that the form was answered.
  setTimeout(() => resolve("sent"), 1000);
})`;
