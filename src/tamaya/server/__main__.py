"""``python -m tamaya.server``: the server with the usual settings, without opening a browser."""

from tamaya.server.run import ServerPlan

if __name__ == "__main__":
    ServerPlan.make(host="127.0.0.1", port=None, data=None, workers=1).run(browser=False, log="json")
