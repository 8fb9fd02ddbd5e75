import { Alert, Anchor, Stack, Text } from "@mantine/core";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { User } from "@turnpike/contract/session.ts";
import { type Field, openDialog } from "@turnpike/ui/act/act.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useTranslation } from "react-i18next";
import type { CallParameters } from "../../lib/call.ts";
import { closeSession } from "../../lib/session.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { usePasswordFields } from "./password-fields.tsx";
import { HiddenUsername } from "./HiddenUsername.tsx";
import { useMailedCodeField } from "./MailedCode.tsx";
import { providerNames, providers } from "./provider-names.ts";
import { SecureMail } from "./SecureMail.tsx";
import { useDoneText } from "./use-done-text.ts";

/** What a user changes about the account's protection, each in a dialog. */
export function useSecurityActs(user: User) {
  const { t } = useTranslation("setting");
  const password = usePassword(user);
  return {
    password,
    unbindMfa: useUnbindMfa(user),
    secureMail: () =>
      openDialog({
        title: t(
          user.secureEmail ? "security.secureMail.replaceTitle" : "security.secureMail.addTitle",
        ),
        body: (close) => <SecureMail user={user} onClose={close} />,
      }),
    /** The last way to sign in cannot be removed. */
    unlink: (which: Provider) => {
      const provider = providerNames[which];
      const title = t("security.logins.unlinkTitle", { provider });
      const linked = providers.filter((one) => user.bindings[one].bound);
      if (!user.hasPassword && linked.length === 1) {
        const body = () => (
          <DialogForm focusBack submit={t("security.password.first")} onSubmit={password}>
            <Text c="dimmed">{t("security.logins.lastWayIn", { provider })}</Text>
          </DialogForm>
        );
        return openDialog({ title, body });
      }
      return openAct({
        call: "gBind",
        input: { provider: which, unbind: true },
        danger: true,
        title,
        text: t("security.logins.unlinkHelp", { provider }),
        submit: t("security.logins.unlinkOf", { provider }),
        done: () => t("security.logins.unlinked", { provider }),
      });
    },
  };
}

/** Changes the password, which ends the other sessions; the first one ends also this. */
function usePassword({ email, hasPassword }: User): () => void {
  const { t } = useTranslation("setting");
  const doneText = useDoneText();
  const fields = usePasswordFields();
  const code = useMailedCodeField({ scene: "forgot", to: email, email });
  if (hasPassword)
    return () =>
      openAct({
        call: "upPwd",
        title: t("security.password.change"),
        notice: <HiddenUsername email={email} />,
        fields: [
          fields.current(
            "oldPassword",
            t("security.password.old"),
            t("security.password.enterOld"),
          ),
          ...fields.fresh("newPassword", "oldPassword"),
        ],
        done: ({ ended }) => doneText(t("security.password.done"), ended),
      });
  return () =>
    openAct({
      call: "repwd",
      input: (values) => ({ ...values, email }) as CallParameters<"repwd">,
      title: t("security.password.first"),
      notice: (
        <>
          <Alert color="amber" icon={<IconInfoCircle size={18} />}>
            {t("security.password.firstEnds")}
          </Alert>
          <HiddenUsername email={email} />
        </>
      ),
      fields: [code, ...fields.fresh("password")],
      onDone: () => {
        toast.notice(t("security.password.firstDone"));
        closeSession();
      },
    });
}

const means = ["app", "recovery", "mail"] as const;

/** By a code of the app, a recovery code, or, where both are lost, a mailed code. */
function useUnbindMfa({ email, secureEmail }: User): () => void {
  const { t } = useTranslation("setting");
  const doneText = useDoneText();
  const mailed = useMailedCodeField({ scene: "unbindMfa", to: email, secureEmail });
  const fault = (value: string) => (value ? null : t("code.enter"));
  const codes: Field[] = [
    { kind: "code", name: "app", label: t("security.mfa.code"), digits: 6, fault },
    { kind: "code", name: "recovery", label: t("security.mfa.recoveryCode"), fault },
    { ...mailed, name: "mail" },
  ];
  const others: Field = {
    kind: "own",
    name: "means",
    label: "",
    initial: "app",
    isLocal: true,
    show: ({ value, onChange }) => (
      <Stack gap={4} align="flex-start">
        {means.map(
          (one) =>
            one !== value && (
              <Anchor
                key={one}
                component="button"
                type="button"
                fz="sm"
                ta="left"
                onClick={() => onChange(one)}
              >
                {t(`security.mfa.by.${one}`)}
              </Anchor>
            ),
        )}
      </Stack>
    ),
  };
  return () =>
    openAct({
      call: "unbindMFa",
      input: ({ app, recovery, mail }) =>
        (mail ? { mailCode: mail } : { code: app ?? recovery }) as CallParameters<"unbindMFa">,
      fieldOf: (_refused, sent) => means.find((one) => one in sent),
      danger: true,
      title: t("security.mfa.turnOffTitle"),
      text: t("security.mfa.turnOffHelp"),
      submit: t("security.mfa.turnOff"),
      fields: [
        ...codes.map((field): Field => ({ ...field, when: (now) => now["means"] === field.name })),
        others,
      ],
      done: ({ ended }) => doneText(t("security.mfa.unbound"), ended),
    });
}
