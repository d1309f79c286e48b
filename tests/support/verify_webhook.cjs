// Checks a message with the library of Standard Webhooks, as a receiver does. Reads {secret, body, headers} from standard
// input and prints the message; fails if the library refuses it.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { Webhook } = require(join(__dirname, '../../web/node_modules/standardwebhooks'));

const { secret, body, headers } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(new Webhook(secret).verify(body, headers)));
