import { Button, Divider, SimpleGrid } from "@mantine/core";
import { IconBrandGithub, IconBrandLinkedin } from "@turnpike/ui/icons.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { startProviderRedirect, landing, providerNames } from "./provider-redirect.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { tryCall } from "./try-call.ts";
import classes from "./ProviderButtons.module.css";

export interface ProviderRequest {
  /** Called before navigating; false if the form has to be completed first. */
  mayGo: () => boolean;
  inviteCode?: string | undefined;
}

/** Called as a visitor: a sign-in belongs to no session. */
const options = () => tryCall("loginOptions", { redirectUri: landing() }, { as: "" });

const others = ["github", "linkedin"] as const;
const marks = { google: GoogleMark, github: IconBrandGithub, linkedin: IconBrandLinkedin };

/** Sign-in or registration through a provider: Google first; renders nothing if none is set up. */
export function ProviderButtons(wish: ProviderRequest) {
  const { t } = useTranslation("login");
  const { offered, leaves, go } = useProviders(wish);
  const button = (provider: Provider) => {
    const Mark = marks[provider];
    const isMain = provider === "google";
    return (
      <Button
        key={provider}
        variant="default"
        size={isMain ? "md" : "sm"}
        fullWidth
        leftSection={<Mark size={18} aria-hidden />}
        loading={leaves === provider}
        aria-label={t("continueWith", { provider: providerNames[provider] })}
        onClick={() => void go(provider)}
      >
        {isMain ? t("continueWith", { provider: "Google" }) : providerNames[provider]}
      </Button>
    );
  };
  const small = others.filter((provider) => offered.includes(provider));
  if (offered.length === 0) return null;
  return (
    <div className={classes.offer}>
      <Divider label={t("or")} mb="md" />
      {offered.includes("google") && button("google")}
      {small.length > 0 && (
        <SimpleGrid cols={small.length} spacing="sm" mt="sm">
          {small.map(button)}
        </SimpleGrid>
      )}
    </div>
  );
}

function useProviders({ mayGo, inviteCode }: ProviderRequest) {
  const { t } = useTranslation("login");
  const [offered, setOffered] = useState<Provider[]>([]);
  const [leaves, setLeaves] = useState<Provider | null>(null);
  useEffect(() => {
    void options().then(({ answer }) => {
      const all = Object.keys(providerNames) as Provider[];
      setOffered(all.filter((provider) => Boolean(answer?.[provider])));
    });
    // Browsers may restore this page from their cache when the user comes back.
    const again = () => setLeaves(null);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);
  const go = async (provider: Provider) => {
    if (!mayGo()) return;
    setLeaves(provider);
    // Requested again, since the answer from when the page was opened may have expired.
    const { answer } = await options();
    const option = answer?.[provider];
    if (option) return startProviderRedirect(option, { provider, purpose: "signIn", inviteCode });
    setLeaves(null);
    toast.error(t("providerAway", { provider: providerNames[provider] }));
  };
  return { offered, leaves, go };
}

/** A ring of four colours with a bar; each arc is a share of a circumference of 100. */
function GoogleMark({ size }: { size: number }) {
  const arcs = [
    ["#4285f4", 13, 0],
    ["#34a853", 25, 13],
    ["#fbbc05", 20, 38],
    ["#ea4335", 30, 58],
  ] as const;
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      {arcs.map(([colour, length, from]) => (
        <circle
          key={colour}
          cx="20"
          cy="20"
          r="15.9155"
          fill="none"
          stroke={colour}
          strokeWidth="7"
          strokeDasharray={`${length} ${100 - length}`}
          strokeDashoffset={-from}
        />
      ))}
      <path d="M20 16.5h19v7H20z" fill="#4285f4" />
    </svg>
  );
}
