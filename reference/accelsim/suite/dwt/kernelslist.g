MemcpyHtoD,0x00007f000003e700,65536
kernel-1.traceg
kernel-2.traceg
