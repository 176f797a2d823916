"""Makes the calls it is told to with the published client. Standard input: {"token", "credentials"?, "buffered"?, "calls"}."""

import json
import sys

import mixpanel


def main():
    told = json.load(sys.stdin)
    credentials = told.get("credentials")
    more = {"credentials": mixpanel.ServiceAccountCredentials(**credentials)} if credentials else {}
    consumer = mixpanel.BufferedConsumer(**more) if told.get("buffered") else mixpanel.Consumer(**more)
    client = mixpanel.Mixpanel(told["token"], consumer=consumer)
    outcomes = []
    for name, args, kwargs in told["calls"]:
        try:
            getattr(client, name)(*args, **kwargs)
            outcomes.append(None)
        except mixpanel.MixpanelException as failure:
            outcomes.append(str(failure))
    if told.get("buffered"):
        consumer.flush()
    json.dump(outcomes, sys.stdout)


main()
