import { Badge, Box, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import {
  IconPlugConnectedX,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandLinkedin,
} from "@turnpike/ui/icons.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { User } from "@turnpike/contract/session.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatDate } from "@turnpike/ui/lib/format.ts";
import { startProviderRedirect, landing } from "../sign-in/provider-redirect.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { providerNames, providers } from "./provider-names.ts";
import classes from "./security.module.css";

const marks = { google: IconBrandGoogle, github: IconBrandGithub, linkedin: IconBrandLinkedin };

/** The provider's logo. */
function ProviderMark({ provider }: { provider: Provider }) {
  const Mark = marks[provider];
  return <Mark size={20} aria-hidden />;
}

/** The element id for links to this panel. */
export const linkedLoginsId = "linked-logins";

interface LoginsProps {
  user: User;
  onUnlink: (provider: Provider) => void;
}

/** The linked logins, and those that can be linked. */
export function LinkedLogins(props: LoginsProps) {
  const { t } = useTranslation("setting");
  const options = useCall("loginOptions", {});
  const waiting = (
    <Box p="lg" pt={0}>
      <LineSkeletons lines={3} height={20} />
    </Box>
  );
  return (
    <Box id={linkedLoginsId} className={classes.target ?? ""} tabIndex={-1}>
      <Panel flush title={t("security.logins.title")} description={t("security.logins.help")}>
        <Loaded of={options} waiting={waiting}>
          {(offered) => <Logins {...props} offered={offered} />}
        </Loaded>
      </Panel>
    </Box>
  );
}

function Logins(props: LoginsProps & { offered: CallResult<"loginOptions"> }) {
  const { t } = useTranslation("setting");
  const { user, onUnlink, offered } = props;
  const visibleProviders = providers.filter(
    (one) => offered[one] !== null || user.bindings[one].bound,
  );
  if (visibleProviders.length === 0) {
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={22} />}
        title={t("security.logins.empty")}
        text={t("security.logins.emptyHelp")}
      />
    );
  }
  return (
    <ul className={classes.guards}>
      {visibleProviders.map((provider) => (
        <Login
          key={provider}
          provider={provider}
          binding={user.bindings[provider]}
          onUnlink={() => onUnlink(provider)}
        />
      ))}
    </ul>
  );
}

function Login(props: {
  provider: Provider;
  binding: User["bindings"][Provider];
  onUnlink: () => void;
}) {
  const { t } = useTranslation("setting");
  const { provider, binding } = props;
  const name = providerNames[provider];
  return (
    <li className={classes.guard}>
      <ThemeIcon variant="default" size={38} radius="md" aria-hidden>
        <ProviderMark provider={provider} />
      </ThemeIcon>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {binding.bound && <Badge>{t("security.logins.linked")}</Badge>}
        </Group>
        <Text c="dimmed" fz="sm" className={classes.text ?? ""}>
          {binding.bound
            ? t("security.logins.since", {
                account: binding.account ?? name,
                date: binding.boundAt ? formatDate(binding.boundAt) : "",
              })
            : t("security.logins.notLinked", { provider: name })}
        </Text>
      </Stack>
      <div className={classes.next}>
        {binding.bound ? (
          <Button
            variant="default"
            aria-label={t("security.logins.unlinkOf", { provider: name })}
            onClick={props.onUnlink}
          >
            {t("security.logins.unlink")}
          </Button>
        ) : (
          <LinkButton provider={provider} />
        )}
      </div>
    </li>
  );
}

/** Navigates to the provider; /index/loading completes the linking and returns here. */
function LinkButton({ provider }: { provider: Provider }) {
  const { t } = useTranslation("setting");
  const name = providerNames[provider];
  // The provider's URL expires within minutes, so it is requested on the click.
  const options = useCommand("loginOptions");
  const { forget } = options;
  useEffect(() => {
    // Browsers may restore this page from their cache when the user comes back.
    window.addEventListener("pageshow", forget);
    return () => window.removeEventListener("pageshow", forget);
  }, [forget]);
  const leave = () =>
    void options.send({ redirectUri: landing() }, (answer) => {
      const option = answer[provider];
      if (!option) {
        options.forget();
        return toast.warning(t("security.logins.gone", { provider: name }));
      }
      startProviderRedirect(option, { provider, purpose: "bind" });
    });
  return (
    <Button
      variant="default"
      loading={options.busy || options.answer !== undefined}
      aria-label={t("security.logins.linkOf", { provider: name })}
      onClick={leave}
    >
      {t("security.logins.link")}
    </Button>
  );
}
