/** The reference of all calls as HTML, with examples in curl and TypeScript beside each call. */
import { codeBlock } from "./code-block.ts";
import { anchorOf, escape } from "./escape.ts";
import type { Field } from "./fields.ts";
import type { CallGroup, ReferenceCall, ReferenceRefusal } from "./reference.ts";
import { answerSample, clientSample, curlSample } from "./samples.ts";

/** Escapes text, with backticks as code. */
const inline = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** A list of fields; nested fields are collapsed. */
function fieldList(fields: Field[], side: "asked" | "answered"): string {
  const entries = fields.map(({ name, type, required, about, fields: inner }) => {
    const mark =
      side === "asked"
        ? required
          ? ' <b class="needed">required</b>'
          : ""
        : required
          ? ""
          : " <i>may be absent</i>";
    const own =
      inner.length > 0
        ? `<details><summary>${inner.length} fields of <code>${escape(name)}</code></summary>${fieldList(inner, side)}</details>`
        : "";
    return `<li><code>${escape(name)}</code> <span class="type">${escape(type)}</span>${mark}${about ? `<p>${inline(about)}</p>` : ""}${own}</li>`;
  });
  return `<ul class="fields">${entries.join("")}</ul>`;
}

function refusalList(refusals: ReferenceRefusal[]): string {
  if (refusals.length === 0) return "";
  const entries = refusals.map(
    ({ code, reason, sentence }) =>
      `<li><span class="status">${code}</span> <code>${escape(reason)}</code><p>${inline(sentence)}</p></li>`,
  );
  return `<details class="refusals"><summary>Refusals <span class="count">${refusals.length}</span></summary><ul class="fields">${entries.join("")}</ul></details>`;
}

function badges({ access, who, once, events, file }: ReferenceCall): string {
  const all: [string, string][] = [];
  if (access) all.push([`who ${access}`, who]);
  if (once) all.push(["once", "takes a requestId"]);
  if (events) all.push(["events", "answers a stream"]);
  if (file) all.push(["events", file.split(";")[0] ?? file]);
  return all.map(([kind, text]) => `<span class="badge ${kind}">${escape(text)}</span>`).join(" ");
}

function samples(call: ReferenceCall): string {
  const client = clientSample(call);
  const answer = answerSample(call);
  const block = (title: string, text: string, language: string) =>
    `<p class="cap">${title}</p>${codeBlock(text, language, `${call.name}: ${title}`)}`;
  return [
    block("curl", curlSample(call), "sh"),
    client ? block("TypeScript", client, "ts") : "",
    answer ? block("answers", answer, typeof call.answer === "string" ? "text" : "json") : "",
  ].join("");
}

function section(call: ReferenceCall): string {
  const { name, method, path, summary, description, requestFields, responseFields } = call;
  const anchor = anchorOfCall(call);
  const sent =
    requestFields.length > 0
      ? `<h4>Sends</h4>${fieldList(requestFields, "asked")}`
      : '<p class="none">Sends nothing of its own.</p>';
  const back =
    responseFields.length > 0
      ? `<h4>${call.events ? "Each event" : "Answers"}</h4>${fieldList(responseFields, "answered")}`
      : "";
  return `<section class="call" id="${anchor}"><div class="told"><h3>${escape(name)}<a class="anchor" href="#${anchor}" aria-label="Link to: ${escape(name)}">#</a></h3>
<p class="path"><span class="verb">${method}</span> <code>${escape(path)}</code></p><p class="badges">${badges(call)}</p>
<p>${inline(summary)}</p>${description ? `<p class="more">${inline(description)}</p>` : ""}${sent}${back}${refusalList(call.refusals)}</div>
<div class="shown">${samples(call)}</div></section>`;
}

/** A call's anchor: its name, which never changes. */
export const anchorOfCall = ({ name }: ReferenceCall) => name;
const anchorOfGroup = ({ name }: CallGroup) => `calls-${anchorOf(name)}`;

/** Returns all groups with their calls as HTML. */
export function referenceHtml(groups: CallGroup[]): string {
  return groups
    .map(
      (group) =>
        `<h2 id="${anchorOfGroup(group)}" class="group">${escape(group.name)}<a class="anchor" href="#${anchorOfGroup(group)}" aria-label="Link to: ${escape(group.name)}">#</a></h2>${group.about ? `<p>${inline(group.about)}</p>` : ""}${group.calls.map(section).join("\n")}`,
    )
    .join("\n");
}

/** Returns the menu of calls, which a script can filter. */
export function referenceMenu(groups: CallGroup[]): string {
  const entry = (call: ReferenceCall) =>
    `<li data-find="${escape(`${call.name} ${call.path} ${call.summary}`.toLowerCase())}"><a href="#${anchorOfCall(call)}">${escape(call.name)}</a></li>`;
  const lists = groups.map(
    (group) =>
      `<div class="find-group"><p><a href="#${anchorOfGroup(group)}">${escape(group.name)}</a></p><ul>${group.calls.map(entry).join("")}</ul></div>`,
  );
  return `<div class="calls"><label class="filter" hidden>Filter calls<input type="search" autocomplete="off" spellcheck="false"></label><p class="nothing" role="status"></p>${lists.join("")}</div>`;
}
