#!/bin/bash
# s3-gateway.sh FOLDER PORT MONITOR_PORT: runs one node of Ceph with its S3 gateway, in memory, on loopback, until the
# end of standard input. Prints "S3 at <address>" when it is ready. The keys are testkey and testsecret.
set -eu
folder=$1 port=$2 monitor=$3
mkdir -p "$folder"/{mon,osd,run}
export CEPH_CONF="$folder/ceph.conf"
trap 'kill -9 $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
# The gateway requires cephx. Pools have one copy, since there is one disk. The paxos settings keep the monitor from
# waiting a second after each change, of which the gateway makes a dozen in a row.
cat > "$CEPH_CONF" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon initial members = a
mon host = [v2:127.0.0.1:$monitor/0]
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 2
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data = $folder/mon
mon data avail crit = 1
mon data avail warn = 2
paxos propose interval = 0.01
paxos min wait = 0.01
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = $folder/run
admin socket = $folder/run/\$cluster-\$name.asok
log file = $folder/\$name.log
keyring = $folder/keyring
[osd]
osd data = $folder/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
rgw override bucket index max shards = 1
debug rgw = 0/0
CONF
quietly() { timeout 30 "$@" >>"$folder/output.log" 2>&1; }
until_ok() { for _ in $(seq 600); do "$@" && return; sleep 0.05; done; return 1; }
ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.admin client.rgw osd.0; do
  ceph-authtool "$folder/keyring" --gen-key -n $name --cap mon 'allow *' --cap osd 'allow *' >/dev/null
done
fsid=$(sed -n 's/^fsid = //p' "$CEPH_CONF")
quietly monmaptool --create --addv a "[v2:127.0.0.1:$monitor]" --fsid "$fsid" "$folder/monmap"
quietly osdmaptool --createsimple 1 "$folder/osdmap"
quietly ceph-mon --mkfs -i a --monmap "$folder/monmap" --osdmap "$folder/osdmap" --fsid "$fsid" \
  --keyring "$folder/keyring"
ceph-mon -f -i a >/dev/null 2>&1 &
quietly ceph-osd -i 0 --mkfs
ceph-osd -f -i 0 >/dev/null 2>&1 &
# A gateway that starts before the disk is active would wait five seconds.
until_ok grep -qs 'booting -> active' "$folder/osd.0.log"
radosgw -f -n client.rgw >/dev/null 2>&1 &
answers() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
until_ok answers
quietly radosgw-admin --admin-socket '' -n client.admin user create --uid=test --display-name=test \
  --access-key=testkey --secret-key=testsecret
echo "S3 at http://127.0.0.1:$port"
cat >/dev/null
