import type { UseFormReturnType } from "@mantine/form";

/** What a refusal says about a field; `entry` is the item of a list that does not fit. */
interface FieldRefusal {
  msg: string;
  field: string | undefined;
  entry: string | undefined;
}

/**
 * For `useCommand(name, { handles: toFieldError(form) })`: a refusal that names a field of the form
 * is shown beside it, with the item of a list that it is about; any other is left to the toast.
 */
export function toFieldError<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
): (refused: FieldRefusal) => boolean {
  return (refused) => {
    const { field, entry, msg } = refused;
    if (!field || !(field in form.getValues())) return false;
    form.setFieldError(field, entry ? `${entry}: ${msg}` : msg);
    return true;
  };
}
