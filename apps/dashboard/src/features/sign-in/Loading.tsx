import { Button, Center, Loader, Stack, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useEffect, useRef, useState } from "react";
import i18next from "i18next";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { takeNext } from "../../lib/next-path.ts";
import { SIGNED_IN } from "../../lib/sign-in-page.ts";
import { openSession, openView, sessionToken, sessionUser } from "../../lib/session.ts";
import { keepInvitation } from "../../lib/invitation.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { MfaPrompt } from "../mfa/MfaPrompt.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { LazyMfaStep } from "./LazyMfaStep.tsx";
import type { Failure, Page, View } from "./landing-view.ts";
import { takeLanding } from "./landing.ts";
import { finishProviderReturn } from "./provider-return.ts";
import { tryCall } from "./try-call.ts";

/**
 * The target of tickets and provider redirects (spec/dashboard#public-routes): shown only briefly,
 * unless something is wrong.
 */
export function Loading() {
  const { t } = useTranslation(["loading", "login"]);
  const view = useLanding();
  return (
    <>
      <MfaPrompt />
      <div role="status" className="visually-hidden">
        {view.is === "failed" ? `${view.title}. ${view.text}` : t("signingIn")}
      </div>
      <LandingResult view={view} />
    </>
  );
}

function LandingResult({ view }: { view: View }) {
  const { t } = useTranslation(["loading", "login"]);
  if (view.is === "failed") return <Failed {...view} />;
  if (view.is === "code") {
    return (
      <AuthLayout title={t("login:mfa.title")} description={t("login:mfa.description")}>
        <LazyMfaStep send={view.send} onBack={view.back} />
      </AuthLayout>
    );
  }
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="lg">
        <Logo size={34} />
        <Loader aria-hidden />
        <Title order={1} fz="lg" fw={550}>
          {t(view.is)}
        </Title>
      </Stack>
    </Center>
  );
}

/** Links have no `autoFocus`. */
const focus = (link: HTMLElement | null) => link?.focus();

function Failed({ title, text, links }: Failure) {
  return (
    <AuthLayout title={title} description={text}>
      <Stack gap="sm">
        {links.map(({ words, to, run }, at) => {
          const look = {
            size: "md",
            fullWidth: true,
            ref: at === 0 ? focus : null,
            variant: at === 0 ? "filled" : "default",
          };
          return to ? (
            <Button key={words} component={Link} to={to} replace {...look}>
              {words}
            </Button>
          ) : (
            <Button key={words} onClick={run} {...look}>
              {words}
            </Button>
          );
        })}
      </Stack>
    </AuthLayout>
  );
}

/** Processes the URL's parameters, once; without any, the guard redirects. */
function useLanding(): View {
  const navigate = useNavigate();
  const [view, show] = useState<View>({ is: "signingIn" });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const page = { show, go: (path: string) => void navigate(path, { replace: true }) };
    const { ticket, view: link, invitation, ...back } = takeLanding();
    if (invitation) return page.go(keepInvitation(invitation));
    if (link) void openByLink(link, page);
    else if (ticket) void redeemTicket(ticket, page);
    else if (back.code || back.state || back.error) void finishProviderReturn(back, page);
    else page.go(takeNext());
  }, [navigate]);
  return view;
}

/** Opens a read-only view of an account (spec/console#view); the page then reloads with it. */
async function openByLink(token: string, page: Page): Promise<void> {
  const { answer, refused } = await tryCall("viewOpen", { token }, { as: "" });
  if (answer) {
    const { session, email, expiresAt } = answer;
    openView({ token: session, email, expiresAt });
    return location.replace(SIGNED_IN);
  }
  const t = i18next.getFixedT(null, "loading");
  const links = [{ words: t(sessionToken() ? "toHome" : "toSignIn"), to: SIGNED_IN }];
  const text = refused?.message ?? t("noAnswer");
  page.show({ is: "failed", title: t("view.failed"), text, links });
}

/**
 * Signs in by a ticket (spec/sign-in#linked-devices). Somebody else may have sent the link, so this
 * asks before replacing this browser's session with that of another account.
 */
async function redeemTicket(ticket: string, page: Page): Promise<void> {
  const t = i18next.getFixedT(null, "loading");
  page.show({ is: "signingIn" });
  const before = sessionToken() ? sessionUser()?.email : undefined;
  const { answer, refused } = await tryCall("webauto", { ticket }, { as: "" });
  if (answer?.session && answer.user) {
    const { email } = answer.user;
    const { session, user } = answer;
    const enter = () => {
      openSession(session, user);
      toast.notice(i18next.t("ui:nowSignedInAs", { email }));
      page.go(takeNext());
    };
    if (before === undefined || before === email) return enter();
    const stay = () => {
      void tryCall("signout", {}, { as: session });
      page.go(SIGNED_IN);
    };
    const links = [
      { words: t("replace.stay", { email: before }), run: stay },
      { words: t("replace.enter", { email }), run: enter },
    ];
    const text = t("replace.text", { email, before });
    return page.show({ is: "failed", title: t("replace.title"), text, links });
  }
  // Leads to the home page, or by the guard to the sign-in page.
  const continueLink = { words: t(sessionToken() ? "toHome" : "toSignIn"), to: SIGNED_IN };
  const again = { words: t("again"), run: () => void redeemTicket(ticket, page) };
  page.show({
    is: "failed",
    title: t("failed"),
    text: refused?.msg || t("noAnswer"),
    links: refused ? [continueLink] : [again, continueLink],
  });
}
