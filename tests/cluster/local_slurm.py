"""A real Slurm with two nodes on this machine. It listens on the loopback device only, all its
files are in one folder, and it ends with the test. It needs no rights: all daemons and jobs belong
to the user who starts it.

It needs Debian's packages slurmctld, slurmd, slurm-client and munge."""
from __future__ import annotations

import contextlib
import getpass
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")
NODES = ("n1", "n2")
_CPUS = 2  # of each node
_PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
_START_SECONDS = 60.0

# Small times, so that a node that is killed is noticed and its tasks run again within half a
# minute. `cred_expire` below 5 is ignored, and a requeued task then waits for two minutes. Finished
# tasks stay in the queue's memory for an hour. `linuxproc` and the old cgroup plugin need no
# cgroups.
_CONFIGURATION = """\
ClusterName=here
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/log/slurmctld
SlurmdLogFile={folder}/log/slurmd-%n
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
SlurmdTimeout=5
BatchStartTimeout=5
MessageTimeout=5
KillWait=2
ReturnToService=2
MinJobAge=3600
MaxArraySize=1001
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs() -> list[str]:
    return [name for name in PROGRAMS if shutil.which(name, path=_PATH) is None]


class LocalSlurm:
    def __init__(self, folder: Path) -> None:
        """Starts it. The folder's name must be short, because sockets lie in it, and without
        blanks."""
        self._folder = folder
        self._daemons: dict[str, subprocess.Popen] = {}
        self.configuration = folder / "slurm.conf"
        self.environment = {**os.environ, "PATH": _PATH, "SLURM_CONF": str(self.configuration)}
        for name in ("munge", "state", "log", *(f"spool/{node}" for node in NODES)):
            (folder / name).mkdir(parents=True)
        folder.chmod(0o755)
        key = folder / "munge" / "key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        self._write_configuration()
        try:
            self._start("munged", "--foreground", f"--key-file={key}",
                        f"--socket={folder}/munge/socket", f"--pid-file={folder}/munge/pid",
                        f"--log-file={folder}/log/munged", f"--seed-file={folder}/munge/seed")
            self._wait(lambda: (folder / "munge" / "socket").exists(), "munged does not start")
            self._start("slurmctld", "-D")
            for node in NODES:
                self.start_node(node)
            self._wait(lambda: self.tool("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * 2,
                       f"the nodes are not idle; the logs are in {folder}/log")
        except BaseException:
            self.stop()
            raise

    def _write_configuration(self) -> None:
        host, port = socket.gethostname().split(".")[0], _free_port()
        text = _CONFIGURATION.format(host=host, port=port, user=getpass.getuser(),
                                     folder=self._folder)
        for number, node in enumerate(NODES, 1):
            text += (f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port + number} "
                     f"CPUs={_CPUS} RealMemory=1000\n")
        self.configuration.write_text(text)
        (self._folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")

    def _start(self, *command: str, name: str | None = None) -> None:
        log = open(self._folder / "log" / "output", "ab")
        with log:
            self._daemons[name or command[0]] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
                cwd=self._folder)

    def _wait(self, is_so, failure: str) -> None:
        end = time.monotonic() + _START_SECONDS
        while not is_so():
            if time.monotonic() > end:
                raise RuntimeError(failure)
            time.sleep(0.1)

    def tool(self, *command: str) -> str:
        """What one of Slurm's commands prints; nothing if it fails."""
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              env=self.environment).stdout

    def start_node(self, node: str) -> None:
        self._start("slurmd", "-D", "-N", node, name=node)

    def kill_node(self, node: str) -> None:
        """The node dies with all that runs on it."""
        daemon = self._daemons.pop(node)
        daemon.kill()
        daemon.wait()
        processes = self._processes_of(node)
        for number in (signal.SIGSTOP, signal.SIGKILL):  # so that none sees another die
            for process in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)

    def _processes_of(self, node: str) -> list[int]:
        """Its tasks, which know by their environment where they run, and the parents that watch
        them."""
        own = {f"SLURM_CONF={self.configuration}".encode(), f"SLURMD_NODENAME={node}".encode()}
        found = set()
        for place in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                number = int(place.name)
                if own <= set((place / "environ").read_bytes().split(b"\0")):
                    found.add(number)
                    parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
                    if (place.parent / parent / "comm").read_text().strip() == "slurmstepd":
                        found.add(int(parent))
        return sorted(found)

    def stop(self) -> None:
        self.tool("scancel", f"--user={getpass.getuser()}")
        for node in NODES:
            if node in self._daemons:
                self.kill_node(node)
        for daemon in reversed(list(self._daemons.values())):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def _free_port() -> int:
    """The first of three free ports in a row."""
    for _ in range(100):
        port = 17000 + secrets.randbelow(14000)
        with contextlib.ExitStack() as sockets:
            try:
                for number in range(3):
                    one = sockets.enter_context(socket.socket())
                    one.bind(("127.0.0.1", port + number))
                return port
            except OSError:
                continue
    raise RuntimeError("no free ports")
