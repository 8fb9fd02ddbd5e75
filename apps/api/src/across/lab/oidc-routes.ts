/** Routes of the lab's sign-in provider: endpoints, pages, and a stand-in for GitHub's API. */
import { type Provider as Name, providers } from "@turnpike/contract/identity.ts";
import { asLang, type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { redirectUris } from "../../identity/identity/redirect-uri.ts";
import { LAB_OIDC, labClientId } from "../../identity/sign-in-provider/lab-providers.ts";
import type { Services } from "../../platform/services.ts";
import { guardLab, refuseInLab } from "../../platform/http/lab-guard.ts";
import { makeLabOidc, SESSION_COOKIE } from "./oidc.ts";
import { type LabPeople, type LabPerson, labPeople } from "./oidc-memory.ts";
import { endedPage, personPage } from "./oidc-pages.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { pagePolicy, sendPage } from "../../platform/http/page.ts";

const guarded = { onRequest: guardLab };
const SHOWN_PEOPLE = 5;

export async function labOidcRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const people = labPeople();
  let providerPromise: Promise<Provider> | undefined;
  const provider = () =>
    (providerPromise ??= makeLabOidc(services, people, () => endedPage("en")(brandOf(services))));
  interactionRoutes(app, services, provider, people);
  githubRoutes(app, provider, people);
  await app.register(async (scope) => endpoints(scope, provider));
}

/** Passes requests on unparsed: the provider reads bodies and writes responses itself. */
function endpoints(app: FastifyInstance, provider: () => Promise<Provider>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.all(`${LAB_OIDC}/*`, guarded, async (request, reply) => {
    const answer = (await provider()).callback();
    reply.hijack();
    const headers = {
      "content-security-policy": pagePolicy(),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    };
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    clearSession(request);
    const url = request.raw.url ?? "/";
    // Like an express mount: the provider derives its prefix from the difference of the two URLs.
    Object.assign(request.raw, { originalUrl: url, url: url.slice(LAB_OIDC.length) });
    await answer(request.raw, reply.raw);
  });
}

/**
 * Makes each sign-in start without a session: to replace another person's session, the provider
 * would show a page that submits itself by a script, which the content security policy forbids.
 */
function clearSession({ raw }: FastifyRequest): void {
  const cookies = (raw.headers.cookie ?? "").split(/; */);
  const otherCookies = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  raw.headers.cookie = otherCookies.join("; ");
}

interface Fields {
  email?: unknown;
  name?: unknown;
  verified?: unknown;
  pick?: unknown;
  cancel?: unknown;
}

function interactionRoutes(
  app: FastifyInstance,
  { env }: Services,
  provider: () => Promise<Provider>,
  people: LabPeople,
): void {
  // The form's redirect leads back to the dashboard, under any of its host names.
  const formsLeadTo = () => redirectUris(env);
  const path = `${LAB_OIDC}/interaction/:uid`;

  app.get(path, guarded, async (request, reply) => {
    const lang = langOf(request);
    const name = await interactionFor(await provider(), request, reply);
    if (!name) return sendPage(reply, endedPage(lang), { status: 404 });
    const known = people.newest(SHOWN_PEOPLE);
    return sendPage(reply, personPage({ provider: name, lang, known }), {
      formsLeadTo: formsLeadTo(),
    });
  });

  app.post(path, guarded, async (request, reply) => {
    const lang = langOf(request);
    const oidc = await provider();
    const name = await interactionFor(oidc, request, reply);
    if (!name) return sendPage(reply, endedPage(lang), { status: 404 });
    const fields = (request.body ?? {}) as Fields;
    const person = personOf(fields, people);
    if (!person && fields.cancel === undefined) {
      const refused = { email: asText(fields.email), name: asText(fields.name) };
      const known = people.newest(SHOWN_PEOPLE);
      return sendPage(reply, personPage({ provider: name, lang, known, refused }), {
        status: 400,
        formsLeadTo: formsLeadTo(),
      });
    }
    const result = person
      ? { login: { accountId: person.subject, remember: false } }
      : { error: "access_denied" };
    const back = await oidc.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(back, 303);
  });
}

/** The provider that the page stands in for; null if no sign-in is in progress in this browser. */
async function interactionFor(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Name | null> {
  try {
    const { params } = await provider.interactionDetails(request.raw, reply.raw);
    return providers.find((name) => labClientId(name) === params.client_id) ?? null;
  } catch {
    return null;
  }
}

function personOf(fields: Fields, people: LabPeople): LabPerson | null {
  if (fields.cancel !== undefined) return null;
  if (fields.pick !== undefined) return people.find(asText(fields.pick)) ?? null;
  const email = asciiEmail(asText(fields.email).trim());
  if (email === null) return null;
  const name = asText(fields.name).trim().slice(0, 100);
  return people.add({ email, name, verified: fields.verified === "1" });
}

/** Stand-in for GitHub's API, which returns the person that a token belongs to. */
function githubRoutes(
  app: FastifyInstance,
  provider: () => Promise<Provider>,
  people: LabPeople,
): void {
  const personOfToken = async (request: FastifyRequest): Promise<LabPerson | undefined> => {
    const [, token = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const { accountId } = (await (await provider()).AccessToken.find(token)) ?? {};
    return accountId === undefined ? undefined : people.find(accountId);
  };
  const refuse = (reply: FastifyReply) => refuseInLab(reply, 401, new Refusal("providerRefused"));

  app.get(`${LAB_OIDC}/github/user`, guarded, async (request, reply) => {
    const person = await personOfToken(request);
    if (!person) return refuse(reply);
    const [login] = person.email.split("@");
    return { id: Number.parseInt(person.subject, 16), login, name: person.name };
  });

  app.get(`${LAB_OIDC}/github/user/emails`, guarded, async (request, reply) => {
    const person = await personOfToken(request);
    if (!person) return refuse(reply);
    return [{ email: person.email, primary: true, verified: person.verified }];
  });
}

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The browser's preferred language, if supported. */
function langOf(request: FastifyRequest): Lang {
  return asLang(request.headers["accept-language"]?.slice(0, 2).toLowerCase());
}
