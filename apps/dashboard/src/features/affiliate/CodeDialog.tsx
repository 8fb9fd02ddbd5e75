import { Alert, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck, IconPoint } from "@turnpike/ui/icons.ts";
import { inviteCodeLength, isInviteCode } from "@turnpike/rules/invite-code.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallRefused } from "../../lib/call.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";

const { least, most } = inviteCodeLength;

/** Sets a custom code (spec/affiliate#invitation-code: letters and digits, 6-15 characters). */
export function CodeDialog(props: { info: ShareInfo; onClose: () => void }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <Dialog title={t("code.title")} onClose={props.onClose}>
      <CodeForm {...props} />
    </Dialog>
  );
}

function CodeForm(props: { info: ShareInfo; onClose: () => void }) {
  const { t } = useTranslation("promotion-plan");
  const { inviteCode, shareUrl } = props.info;
  const form = useForm({
    initialValues: { code: "" },
    validate: {
      code: (code) => {
        if (!isInviteCode(code)) return t("code.bad");
        return code === inviteCode ? t("code.same") : null;
      },
    },
  });
  const handles = ({ field, reason, msg }: CallRefused) => {
    const about = field === "code" || reason === "inviteCodeTaken" || reason === "badInviteCode";
    if (about) form.setFieldError("code", msg);
    return about;
  };
  const save = useCommand("upShareCode", { handles });
  const send = form.onSubmit(
    ({ code }) =>
      void save.send({ code }, (answer) => {
        toast.success(t("code.done", { code: answer.inviteCode }));
        props.onClose();
      }),
  );
  const { code } = form.values;
  return (
    <DialogForm submit={t("code.submit")} busy={save.busy} onSubmit={send}>
      <Text c="dimmed">{t("code.help")}</Text>
      <TextInput
        label={t("code.label")}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // Room for text pasted around a code; the checks below state the allowed length.
        maxLength={40}
        classNames={{ input: classes.address ?? "" }}
        {...form.getInputProps("code")}
        onChange={(event) => form.setFieldValue("code", event.currentTarget.value.trim())}
      />
      <CodeChecks code={code} />
      {isInviteCode(code) && (
        <Text fz="sm" c="dimmed" component="div">
          {t("code.preview")}
          <br />
          <span className={classes.address}>{shareUrl.replace(inviteCode, code)}</span>
        </Text>
      )}
      <Alert color="amber">{t("code.oldEnds", { code: inviteCode })}</Alert>
    </DialogForm>
  );
}

/** The requirements for a code, and which of them this one meets. */
function CodeChecks({ code }: { code: string }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <ul className={classes.checks}>
      <Check
        label={t("code.length", inviteCodeLength)}
        met={code.length >= least && code.length <= most}
      />
      <Check label={t("code.signs")} met={/^[A-Za-z0-9]+$/.test(code)} />
    </ul>
  );
}

function Check({ label, met }: { label: string; met: boolean }) {
  const { t } = useTranslation("promotion-plan");
  const Icon = met ? IconCheck : IconPoint;
  return (
    <li className={classes.check} data-met={met || undefined}>
      <Icon size={15} aria-hidden />
      {label}
      {met && <span className="visually-hidden"> ({t("code.met")})</span>}
    </li>
  );
}
