/**
 * `npm run demo`: both sides of a product: a customer 60 days old, who has products, orders,
 * payments and withdrawals in every state, and the operator's console with some 40 customers. Runs
 * until Ctrl-C; the next start reuses the same data.
 */
import { login } from "./customer.ts";
import { consoleUrl, operatorLogin } from "./operator.ts";
import { endDemo, startDemo } from "./start.ts";

const product = await startDemo({ free: false });
console.log(`
  The demonstration is ready: ${product.url}
  e-mail    ${login.email}
  password  ${login.password}

  The operator's console: ${consoleUrl(product)}
  e-mail    ${operatorLogin.email}
  password  ${operatorLogin.password}
`);
const end = () => void endDemo(product).then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
void product.ended.then(({ code }) => process.exit(code ?? 1));
