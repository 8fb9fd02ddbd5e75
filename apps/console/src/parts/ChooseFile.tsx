import { Button, FileButton, Group } from "@mantine/core";
import { decodeText } from "@turnpike/rules/text-encoding.ts";
import { IconFileText } from "@turnpike/ui/icons.ts";
import { useT } from "../lib/words.ts";

/** Reads a text file; a file in another encoding than UTF-8 is a fault. */
export function ChooseFile({
  accept,
  onText,
  onFault,
}: {
  accept: string;
  onText: (text: string) => void;
  onFault: (message: string) => void;
}) {
  const t = useT();
  const read = async (file: File | null) => {
    if (file === null) return;
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    if ("text" in decoded) return onText(decoded.text);
    onText("");
    onFault(t("import.encoding"));
  };
  return (
    <Group gap="xs">
      <FileButton accept={accept} onChange={(file) => void read(file)}>
        {(button) => (
          <Button
            {...button}
            size="xs"
            variant="default"
            leftSection={<IconFileText size={15} aria-hidden />}
          >
            {t("import.file")}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
