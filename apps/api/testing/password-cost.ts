/** Before each test file: passwords are hashed for next to nothing. */
import { passwordCost } from "../src/identity/credential/passwords.ts";

Object.assign(passwordCost, { memoryCost: 64, timeCost: 1 });
