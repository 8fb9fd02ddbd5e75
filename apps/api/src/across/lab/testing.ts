/** A minimal browser for tests: follows redirects, keeps cookies, submits forms. */

export interface LabBrowser {
  /** Opens a URL and follows redirects until it reaches a page or the dashboard. */
  open(url: string): Promise<{ url: URL; status: number; html: string; headers: Headers }>;
  /** Submits the form of the current page. */
  post(fields: Record<string, string>): ReturnType<LabBrowser["open"]>;
  /** Signs in at the lab's provider and returns the URL that it redirects to. */
  signIn(
    url: string,
    who: { email: string; name?: string; verified?: boolean } | { pick: string } | { cancel: true },
  ): Promise<URL>;
}

const MAX_STEPS = 10;

/** `languages` is the Accept-Language header. */
export function labBrowser(languages = "en"): LabBrowser {
  const cookies = new Map<string, { value: string; path: string }>();
  let here = new URL("http://nowhere.invalid");
  let html = "";

  async function step(url: URL, form?: Record<string, string>) {
    const fitting = [...cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    const answer = await fetch(url, {
      redirect: "manual",
      headers: {
        "accept-language": languages,
        cookie: fitting.map(([name, { value }]) => `${name}=${value}`).join("; "),
        ...(form ? { origin: url.origin } : {}),
      },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? "/";
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return answer;
  }

  async function go(url: URL, form?: Record<string, string>) {
    here = url;
    let answer = await step(here, form);
    for (let count = 0; count < MAX_STEPS; count++) {
      const next = answer.headers.get("location");
      if (next === null) break;
      here = new URL(next, here);
      await answer.body?.cancel();
      if (here.pathname === "/index/loading") break;
      answer = await step(here);
    }
    html = here.pathname === "/index/loading" ? "" : await answer.text();
    return { url: here, status: answer.status, html, headers: answer.headers };
  }

  return {
    open: (url) => go(new URL(url)),
    post: (fields) => go(here, fields),
    async signIn(url, who) {
      const shown = await go(new URL(url));
      if (!shown.html.includes("<form")) throw new Error(`no page to sign in at: ${here.pathname}`);
      if ("cancel" in who) return (await go(here, { cancel: "1" })).url;
      if ("pick" in who) {
        const [, pick = ""] = new RegExp(`value="(\\w+)">${who.pick}`).exec(html) ?? [];
        return (await go(here, { pick })).url;
      }
      const { email, name = "", verified = true } = who;
      return (await go(here, { email, name, ...(verified ? { verified: "1" } : {}) })).url;
    },
  };
}
