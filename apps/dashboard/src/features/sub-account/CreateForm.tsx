import { Alert, Button, Group, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import { useCall } from "../../lib/queries.ts";
import { CredentialField } from "../credentials/CredentialField.tsx";
import { useCredentialValidators } from "../credentials/use-credential-validators.ts";
import { randomName, randomPassword } from "../credentials/random-credential.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import type { CallResult } from "../../lib/call.ts";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { firstEndpoint } from "../proxy-test/TryCommand.tsx";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { validateGb, unallottedBytes } from "./allotment.ts";
import { GbField } from "./GbField.tsx";
import { changedLimits, noLimits } from "./limit-values.ts";
import { poolChoice } from "./pools.ts";
import { LimitFields, useLimitValidators } from "./LimitFields.tsx";

interface Props {
  first: boolean;
  onClose: () => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
}

/** Creates a sub-account with one click: the user name and password are already generated. */
export function CreateForm(props: Props) {
  const { t } = useTranslation("traffic-use");
  const info = useCall("trafficInfo", {}).data;
  const [created, setCreated] = useState<SubAccount | null>(null);
  const pools = poolChoice(info);
  const [pool, setPool] = useState<string>();
  const balance = pools.find((one) => one.pool === pool) ?? info;
  const restBytes = balance && unallottedBytes(balance);
  const form = useCreateForm(props.first, restBytes);
  const add = useCommand("addSubUser", { handles: toFieldError(form) });
  if (created) return <Created row={created} info={info} {...props} />;
  const { main } = form.values;
  const send = form.onSubmit(
    ({ account, password, trafficGb, remark, ...rest }) =>
      void add.send(
        {
          account,
          password,
          main: rest.main,
          ...(rest.main ? {} : { trafficGb: Number(trafficGb) }),
          ...(remark ? { remark } : {}),
          ...(pool === undefined ? {} : { pool }),
          ...changedLimits(rest, noLimits),
        },
        setCreated,
      ),
  );
  return (
    <DialogForm submit={t("create.submit")} busy={add.busy} onSubmit={send}>
      <CredentialField
        data-autofocus
        kind="account"
        label={t("columns.account")}
        {...form.getInputProps("account")}
        onGenerate={(value) => form.setFieldValue("account", value)}
      />
      <CredentialField
        kind="password"
        label={t("columns.password")}
        {...form.getInputProps("password")}
        onGenerate={(value) => form.setFieldValue("password", value)}
      />
      <PoolField pools={pools} value={pool} onChange={setPool} />
      <Switch
        label={t("create.main")}
        description={t("create.mainHelp")}
        {...form.getInputProps("main", { type: "checkbox" })}
      />
      {!main && (
        <GbField {...form.getInputProps("trafficGb")} restBytes={restBytes} onBuy={props.onBuy} />
      )}
      <TextInput label={t("columns.remark")} maxLength={200} {...form.getInputProps("remark")} />
      <LimitFields form={form} limited={false} />
    </DialogForm>
  );
}

/** Of which pool its traffic is; nothing with one pool. */
function PoolField(props: {
  pools: ReturnType<typeof poolChoice>;
  value: string | undefined;
  onChange: (pool: string | undefined) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { pools, value, onChange } = props;
  if (pools.length === 0) return null;
  return (
    <Select
      label={t("columns.pool")}
      allowDeselect={false}
      data={pools.map(({ pool, title: label }) => ({ value: pool, label }))}
      value={value ?? pools[0]?.pool ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

function useCreateForm(first: boolean, restBytes: number | undefined) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const limits = useLimitValidators();
  const credentials = useCredentialValidators();
  return useForm({
    initialValues: {
      account: randomName(),
      password: randomPassword(),
      // The first one gets all traffic, so nothing has to be allotted to begin.
      main: first,
      trafficGb: "" as number | string,
      remark: "",
      ...noLimits,
    },
    validate: {
      ...limits,
      ...credentials,
      trafficGb: (value, { main }) => {
        const error = main ? null : validateGb(value, restBytes);
        return error ? t(`gb.${error}`) : null;
      },
    },
    validateInputOnBlur: ["account", "password"],
  });
}

/** A new sub-account and the first command to try it with. */
function Created(props: {
  row: SubAccount;
  info: CallResult<"trafficInfo"> | undefined;
  onClose: () => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
}) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const { row, info } = props;
  const endpoint = firstEndpoint(row, info);
  const command = endpoint && info && curlCommand(endpoint, info.exampleTarget);
  const empty = row.availableBytes <= 0;
  return (
    <Stack gap="md">
      <Alert
        color="good"
        aria-live="polite"
        icon={<IconCircleCheck aria-hidden />}
        title={t("created.title", { account: row.account })}
      >
        {t(empty ? "created.noTraffic" : "created.help")}
      </Alert>
      {command && <CodeBlock wrap code={command} label={t("created.command")} />}
      {endpoint && !empty && <ProxyTest endpoint={endpoint} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose}>
          {t("ui:close")}
        </Button>
        {empty ? (
          <Button
            onClick={() => {
              props.onClose();
              props.onBuy();
            }}
          >
            {t("buy.open")}
          </Button>
        ) : (
          <Button onClick={() => props.onEndpoints(row.account)}>{t("created.generate")}</Button>
        )}
      </Group>
    </Stack>
  );
}
