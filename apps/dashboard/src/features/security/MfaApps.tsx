import { Alert, Anchor, Group, Text } from "@mantine/core";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import classes from "./security.module.css";

/** Authenticator apps to choose from; users who have one continue. */
export function MfaApps(props: {
  busy: boolean;
  /** Why no key could be created. */
  fault: string;
  onBack: () => void;
  onNext: () => void;
}) {
  const { t } = useTranslation("setting");
  const next = (event: FormEvent) => {
    event.preventDefault();
    props.onNext();
  };
  return (
    <DialogForm
      submit={t("security.mfa.haveApp")}
      busy={props.busy}
      onBack={props.onBack}
      onSubmit={next}
    >
      <Text>{t("security.mfa.appsHelp")}</Text>
      <AppList />
      {props.fault && (
        <Alert color="red" role="alert">
          {props.fault}
        </Alert>
      )}
    </DialogForm>
  );
}

function AppList() {
  const { t } = useTranslation("setting");
  const apps = useCall("mfaApp", {}, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <Loaded of={apps} lines={3} height={20}>
      {(answer) => (
        <ul className={classes.apps}>
          {answer.apps.map(({ name, ios, android }) => (
            <li key={name} className={classes.app}>
              <Text fw={550}>{name}</Text>
              <Group gap="md">
                <StoreLink
                  href={ios}
                  app={name}
                  store="App Store"
                  label={t("security.mfa.forIos")}
                />
                <StoreLink
                  href={android}
                  app={name}
                  store="Google Play"
                  label={t("security.mfa.forAndroid")}
                />
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function StoreLink(props: { href: string; app: string; store: string; label: string }) {
  return (
    <Anchor
      href={props.href}
      target="_blank"
      rel="noreferrer"
      fz="sm"
      aria-label={`${props.label}: ${props.app} (${props.store})`}
    >
      {props.label}
    </Anchor>
  );
}
