import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconShieldX } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { formatMinutes } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CommandBy } from "../proxy-test/CommandBy.tsx";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { addressOf, curlOf, fieldsOf, linesOf, type WhitelistedPort } from "./whitelisted-port.ts";

const contents = "new-whitelisted-ports";

/** The ports just created: the list to copy, and a ready-to-run command. */
export function CreatedPorts(props: { rows: readonly WhitelistedPort[]; onClose: () => void }) {
  const { t } = useTranslation(["whitelisted-port", "ui"]);
  const { rows, onClose } = props;
  const [first] = rows;
  const mine = useCall("checkTrafficWhite", {}).data;
  const text = linesOf(rows);
  const save = () => saveFile({ contents, ending: "txt", text });
  return (
    <Stack gap="lg">
      {first && (
        <Text fz="sm" c="dimmed">
          {t("made.help", { time: formatMinutes(first.minutes), count: rows.length })}
        </Text>
      )}
      {mine && !mine.whitelisted && (
        <Alert color="amber" icon={<IconShieldX aria-hidden />}>
          {t("made.notListed", { ip: mine.ip })}
        </Alert>
      )}
      <Stack gap="sm">
        <CodeBlock code={text} label={t("made.list")} maxHeightPx={220} />
        <Group gap={8}>
          <CopyMenu
            rows={rows}
            fieldsOf={fieldsOf}
            own={{ label: "host:port", line: addressOf }}
            contents={contents}
          />
          <BatchButton icon={IconDownload} label={t("made.save")} onClick={save} />
        </Group>
      </Stack>
      {first && (
        <CommandBy
          title={t("made.try")}
          commandOf={(protocol, target) => curlOf(first, protocol, target)}
        />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("ui:close")}</Button>
      </Group>
    </Stack>
  );
}
