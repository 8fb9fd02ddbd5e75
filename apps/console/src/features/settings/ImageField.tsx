import { Button, Group, Text } from "@mantine/core";
import { IconTrash, IconUpload } from "@turnpike/ui/icons.ts";
import { type DragEvent, useId, useRef, useState } from "react";
import { useT } from "../../lib/words.ts";
import classes from "./brand.module.css";

/** The most bytes of an image (spec/brand#images). */
const MOST_BYTES = 64_000;

interface ImageFieldProps {
  label: string;
  help: string;
  value: string;
  /** What customers see without one. */
  instead: string;
  dark?: boolean;
  error: string | undefined;
  onChange: (url: string) => void;
}

async function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
}

/** Takes a file that may be an image, or says why not. */
function useImageFile(onChange: (url: string) => void) {
  const t = useT();
  const [fault, setFault] = useState("");
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (!/\.(svg|png)$/i.test(file.name)) return setFault(t("brand.image.kind"));
    if (file.size > MOST_BYTES)
      return setFault(t("brand.image.size", { kb: Math.ceil(file.size / 1000) }));
    setFault("");
    onChange(await dataUrl(file));
  };
  const remove = () => {
    setFault("");
    onChange("");
  };
  return { fault, take, remove };
}

/** Files can be dropped on what has these. */
function useDrop(take: (file: File | undefined) => Promise<void>) {
  const [isOver, setOver] = useState(false);
  const over = (now: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(now);
  };
  const onDrop = (event: DragEvent) => {
    over(false)(event);
    void take(event.dataTransfer.files[0]);
  };
  return {
    "data-over": isOver || undefined,
    onDragOver: over(true),
    onDragLeave: over(false),
    onDrop,
  };
}

/** An image that is chosen or dropped. What is wrong with its content, the API says. */
export function ImageField(props: ImageFieldProps) {
  const { fault, take, remove } = useImageFile(props.onChange);
  const target = useDrop(take);
  const ids = { label: useId(), fault: useId() };
  const wrong = fault || props.error;
  return (
    <div role="group" aria-labelledby={ids.label} aria-describedby={ids.fault}>
      <Text id={ids.label} fz="sm" fw={500}>
        {props.label}
      </Text>
      <Text fz="xs" c="dimmed" mb={6}>
        {props.help}
      </Text>
      <div className={classes.drop} {...target}>
        <span className={classes.shown} data-mantine-color-scheme={props.dark ? "dark" : "light"}>
          <img src={props.value || props.instead} alt="" />
        </span>
        <Choice label={props.label} isSet={props.value !== ""} take={take} remove={remove} />
      </div>
      <Text
        id={ids.fault}
        fz="xs"
        c="var(--mantine-color-error)"
        {...(wrong ? { role: "alert" } : {})}
      >
        {wrong}
      </Text>
    </div>
  );
}

function Choice(props: {
  label: string;
  isSet: boolean;
  take: (file: File | undefined) => Promise<void>;
  remove: () => void;
}) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Group gap="xs">
      <input
        ref={input}
        type="file"
        hidden
        accept=".svg,.png,image/svg+xml,image/png"
        aria-label={props.label}
        onChange={(event) => {
          void props.take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t("brand.image.choose")}
      </Button>
      {props.isSet && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={props.remove}
        >
          {t("brand.image.remove")}
        </Button>
      )}
    </Group>
  );
}
