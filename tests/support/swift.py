"""Serves S3 on 127.0.0.1 with OpenStack Swift, in one process: its proxy with s3api in front of its three storage servers.

swift.py FOLDER ACCESS_KEY SECRET_KEY prints its port once it listens.
swift.py FOLDER exits with 0 if that would work: Swift is installed, and the folder's file system has extended attributes.
"""

import array
import os
import sys

# Not this folder, where this file itself would be found as swift.
sys.path.pop(0)

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.account.server import AccountController
from swift.common import constraints, storage_policy, utils
from swift.common.ring import RingData
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
import swift.proxy.server  # noqa: F401
import xattr

folder = sys.argv[1]
os.makedirs(os.path.join(folder, "devices", "disk"))
xattr.setxattr(os.path.join(folder, "devices"), "user.swift.check", b"1")
if len(sys.argv) < 4:
    sys.exit(0)
access_key, secret_key = sys.argv[2:4]


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


class Quiet:
    """In place of a log."""

    def write(self, text):
        pass

    def info(self, *args):
        pass

    debug = info


class Cache(dict):
    """In place of memcached."""

    def __bool__(self):
        return True

    def get(self, key, *args, **options):
        return dict.get(self, key)

    def set(self, key, value, *args, **options):
        self[key] = value

    def delete(self, key, *args, **options):
        self.pop(key, None)


utils.SWIFT_CONF_FILE = constraints.SWIFT_CONF_FILE = write(
    "swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n"
)
utils.HASH_PATH_SUFFIX = b"tests"
storage_policy.reload_storage_policies()

from swift.obj.server import ObjectController  # noqa: E402, reads the storage policies

servers = {"account": AccountController, "container": ContainerController, "object": ObjectController}
for kind, controller in servers.items():
    listener = eventlet.listen(("127.0.0.1", 0))
    address = {"ip": "127.0.0.1", "port": listener.getsockname()[1]}
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1.0, "device": "disk", "meta": "", **address}
    device["replication_ip"], device["replication_port"] = address["ip"], address["port"]
    RingData([array.array("H", [0, 0])], [device], 31).save(os.path.join(folder, kind + ".ring.gz"))
    conf = {
        "devices": os.path.join(folder, "devices"),
        "swift_dir": folder,
        "mount_check": "false",
        "fallocate_reserve": "0",
        "disable_fallocate": "true",
        "log_level": "CRITICAL",
    }
    eventlet.spawn(wsgi.server, listener, controller(conf), Quiet(), log_output=False)

FILTERS = ["catch_errors", "gatekeeper", "listing_formats", "s3api", "tempauth", "copy", "slo", "dlo"]
SETTINGS = {
    "s3api": "location = us-east-1",
    "tempauth": "user_%s = %s .admin" % (access_key.replace(":", "_"), secret_key),
}
proxy = loadapp(
    write(
        "proxy.conf",
        "\n".join(
            [
                "[DEFAULT]\nswift_dir = %s\nlog_level = CRITICAL" % folder,
                "[pipeline:main]\npipeline = %s proxy-server" % " ".join(FILTERS),
                "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true",
            ]
            + ["[filter:%s]\nuse = egg:swift#%s\n%s" % (name, name, SETTINGS.get(name, "")) for name in FILTERS]
        ),
    )
)
cache = Cache()


def site(environ, start_response):
    environ["swift.cache"] = cache
    return proxy(environ, start_response)


listener = eventlet.listen(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
wsgi.server(listener, site, Quiet(), log_output=False)
