MemcpyHtoD,0x00007b0000000000,68
MemcpyHtoD,0x00007f000003e700,196608
kernel-1.traceg
kernel-2.traceg
