// Runs in the page beside the published client. Remembers what the client is about to send, for the test to compare with.
window.sent = [];

window.startClient = (token, config) => {
  const remember = (kind) => (payload) => {
    window.sent.push({ kind, payload: JSON.parse(JSON.stringify(payload)) });
    return payload;
  };
  window.mixpanel.init(token, {
    persistence: "localStorage",
    ...config,
    hooks: {
      before_send_events: remember("event"),
      before_send_people: remember("person"),
      before_send_groups: remember("group"),
    },
  });
};

/** Makes a call and waits until the client says that it was sent. */
window.send = (path, ...args) =>
  new Promise((resolve) => {
    const names = path.split(".");
    const method = names.pop();
    const holder = names.reduce((value, name) => value[name], window.mixpanel);
    holder[method](...args, (answer) => resolve(answer));
  });
