MemcpyHtoD,0x00007f000003e700,160000
MemcpyHtoD,0x00007f0000110600,4000
kernel-1.traceg
kernel-2.traceg
