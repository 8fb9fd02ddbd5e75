/** Helper for tests of `/openapi.json`: validates values against its schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

const ID = "https://turnpike.example/openapi.json";

/** Returns a validator for schemas of a document; it returns its errors as sentences. */
export function validatorOf(document: object): (schema: object, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: ID, ...document });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${ID}#`);
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
