// Loaded before a client whose hosts are fixed: connections to the vendor's hosts go to the server under test instead. Names,
// certificates and everything above the socket stay as they are.
import net from "node:net";

const port = Number(process.env.CLIENT_TLS_PORT);
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function (...args) {
  // Node hands its own calls on as one list of normalized arguments.
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (/(^|\.)mixpanel\.com$/.test(options?.host ?? "")) Object.assign(options, { host: "127.0.0.1", port });
  return connect.apply(this, args);
};
